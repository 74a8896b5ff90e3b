package dev.sluice.sync;

import dev.sluice.archive.Catalogue;
import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.metrics.Metrics;
import dev.sluice.pace.DialGate;
import dev.sluice.session.RefusalClassifier;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;
import dev.sluice.wire.Dialer;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * What the workers of a mirror share.
 *
 * @param places the history jobs that may be under way in the whole process
 * @param catchUps of the relays with filters that their bytes keep from being live one asks for them at a time
 */
record Parts(
        EventArchive archive,
        Catalogue catalogue,
        Intake intake,
        Dialer dialer,
        DialGate dialGate,
        Semaphore places,
        Semaphore catchUps,
        RefusalClassifier classifier,
        Map<String, Software> software,
        Time time,
        WallClock wall,
        Metrics metrics) {}
