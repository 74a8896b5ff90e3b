package dev.sluice.relay;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Lane;
import dev.sluice.time.Time;

/**
 * What all sessions of a relay share.
 *
 * @param lane where published events go
 * @param retained what the open subscriptions of all clients may weigh, in bytes
 */
record RelayParts(
        EventArchive archive,
        Intake intake,
        Lane lane,
        RelayLimits limits,
        ClientRules rules,
        ReconciledSets sets,
        Allotment retained,
        Time time) {}
