package dev.sluice.nostr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.nostr.Verification.Fault;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class VerificationTest {

    private static final Event NOTE = TestEvents.note(TestEvents.EPOCH, "hello");

    private static Event with(EventId id, PublicKey pubkey, String content, Signature sig) {
        return new Event(id, pubkey, NOTE.createdAt(), NOTE.kind(), NOTE.tags(), content, sig);
    }

    @Test
    void whatItsAuthorSignedIsRight() {
        assertEquals(Optional.empty(), Verification.check(NOTE));
    }

    @Test
    void anotherContentHasAnotherId() {
        Event tampered = with(NOTE.id(), NOTE.pubkey(), "hullo", NOTE.sig());
        assertEquals(Optional.of(Fault.ID), Verification.check(tampered));
    }

    @Test
    void theIdOfAnotherEventIsWrong() {
        Event other = TestEvents.note(TestEvents.EPOCH, "other");
        assertEquals(Optional.of(Fault.ID), Verification.check(with(other.id(), NOTE.pubkey(), "hello", NOTE.sig())));
    }

    @Test
    void changedTagsAreFound() {
        Event tampered = new Event(
                NOTE.id(), NOTE.pubkey(), NOTE.createdAt(), NOTE.kind(), List.of(List.of("t")), "hello", NOTE.sig());
        assertEquals(Optional.of(Fault.ID), Verification.check(tampered));
    }

    @Test
    void aRightIdWithAnotherSignatureIsWrong() {
        Signature sig = NOTE.sig();
        Signature bent =
                new Signature(sig.w0(), sig.w1(), sig.w2(), sig.w3(), sig.w4(), sig.w5(), sig.w6(), sig.w7() ^ 1);
        assertEquals(Optional.of(Fault.SIGNATURE), Verification.check(with(NOTE.id(), NOTE.pubkey(), "hello", bent)));
    }

    @Test
    void anAuthorThatIsNoPointIsASignatureFault() {
        PublicKey none = PublicKey.parse("f".repeat(64));
        EventId id = Canonical.id(none, NOTE.createdAt(), NOTE.kind(), NOTE.tags(), "hello");
        assertEquals(Optional.of(Fault.SIGNATURE), Verification.check(with(id, none, "hello", NOTE.sig())));
    }

    @Test
    void keysAndSignaturesOfOtherLengthsAreWrong() {
        byte[] message = NOTE.id().bytes();
        byte[] key = NOTE.pubkey().bytes();
        byte[] signature = NOTE.sig().bytes();
        assertTrue(Verification.schnorr(message, key, signature));
        assertFalse(Verification.schnorr(message, key, new byte[63]));
        assertFalse(Verification.schnorr(message, new byte[33], signature));
        assertFalse(Verification.schnorr(new byte[31], key, signature));
        assertFalse(Verification.schnorr(new byte[0], key, signature));
    }

    @Test
    void warmingUpTwiceIsHarmless() {
        Verification.warmUp();
        Verification.warmUp();
        assertEquals(Optional.empty(), Verification.check(NOTE));
    }
}
