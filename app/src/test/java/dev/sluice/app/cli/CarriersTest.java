package dev.sluice.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CarriersTest {

    private final String before = System.getProperty(Carriers.PARALLELISM);

    @AfterEach
    void restore() {
        if (before == null) {
            System.clearProperty(Carriers.PARALLELISM);
        } else {
            System.setProperty(Carriers.PARALLELISM, before);
        }
    }

    @Test
    void smallMachinesHaveMoreCarriersThanClientsThatAreWorkedForAtATime() {
        assertEquals(8, Carriers.on(1));
        assertEquals(8, Carriers.on(2));
        assertEquals(64, Carriers.on(16));
    }

    @Test
    void whatTheCommandLineSaysStays() {
        System.setProperty(Carriers.PARALLELISM, "3");
        Carriers.settle();
        assertEquals("3", System.getProperty(Carriers.PARALLELISM));
    }

    @Test
    void whereNothingIsSaidTheCoresDecide() {
        System.clearProperty(Carriers.PARALLELISM);
        Carriers.settle();
        int cores = Runtime.getRuntime().availableProcessors();
        assertEquals(String.valueOf(Carriers.on(cores)), System.getProperty(Carriers.PARALLELISM));
    }
}
