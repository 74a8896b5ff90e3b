package dev.sluice.relay;

import dev.sluice.archive.EventArchive;
import dev.sluice.intake.Intake;
import dev.sluice.intake.Lane;
import dev.sluice.time.Time;
import dev.sluice.time.WallClock;

/**
 * What all sessions of a relay share.
 *
 * @param lane where published events go
 * @param privateItems what their sessions may hold that is not shared
 * @param turns of those who are worked for
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
        Allotment privateItems,
        Turns turns,
        Access access,
        WallClock clock,
        Time time) {}
