package dev.sluice.planted.relay;

import com.google.gson.Gson;
import java.net.http.HttpClient;
import java.sql.Connection;

/** Touches libraries that belong to others. */
record Foreign(Gson json, HttpClient http, Connection sql) {}
