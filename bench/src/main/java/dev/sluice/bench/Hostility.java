package dev.sluice.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** What a hostile client does on one connection, as fast as it can, until it is cut off. */
enum Hostility {
    /** Asks for as much as there is, and reads it. */
    GREEDY {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            byte[] ask = PlainSocket.frame("[\"REQ\",\"greedy\",{\"limit\":5000}]");
            while (true) {
                socket.send(ask);
            }
        }
    },
    /** The same without reading anything. */
    DEAF {
        @Override
        void attack(PlainSocket socket) throws IOException {
            byte[] ask = PlainSocket.frame("[\"REQ\",\"deaf\",{\"limit\":5000}]");
            while (true) {
                socket.send(ask);
            }
        }
    },
    /** Asks for what is hard to find and not there. */
    SEEKER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            while (true) {
                socket.send("[\"REQ\",\"seek\",{\"kinds\":[1,1617,1621,1111],\"authors\":[\"" + random()
                        + "\"],\"#e\":[\"" + random() + "\"]},{\"kinds\":[1,7],\"until\":" + System.nanoTime() + "}]");
            }
        }
    },
    COUNTER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            byte[] ask = PlainSocket.frame("[\"COUNT\",\"count\",{\"kinds\":[1,1617,1621]},{}]");
            while (true) {
                socket.send(ask);
            }
        }
    },
    /** Opens negentropy sessions over sets that nobody else asks for. */
    RECONCILER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            for (int i = 0; true; i++) {
                socket.send("[\"NEG-OPEN\",\"n" + i % 20 + "\",{\"since\":" + i + "},\"6100000200\"]");
            }
        }
    },
    /** Says what is no message. */
    BABBLER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            byte[] babble = PlainSocket.frame("[\"REQ\",\"babble\",{\"ids\":[\"" + "[".repeat(200) + "\"]}");
            while (true) {
                socket.send(babble);
            }
        }
    },
    /** Sends messages as large as they may be. */
    HEAVY {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            byte[] heavy =
                    PlainSocket.frame("[\"REQ\",\"heavy\",{\"ids\":[\"" + random() + "\"]}]" + " ".repeat(1_000_000));
            while (true) {
                socket.send(heavy);
            }
        }
    },
    /** Publishes events with signatures that do not hold. */
    FORGER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            while (true) {
                socket.send("[\"EVENT\",{\"id\":\"" + random() + "\",\"pubkey\":\"" + random()
                        + "\",\"created_at\":1700000000,\"kind\":1,\"tags\":[],\"content\":\"\",\"sig\":\"" + random()
                        + random() + "\"}]");
            }
        }
    },
    /** Opens and closes as many subscriptions as it can. */
    HOARDER {
        @Override
        void attack(PlainSocket socket) throws IOException {
            reading(socket);
            for (int i = 0; true; i++) {
                socket.send("[\"REQ\",\"h" + i + "\",{\"#t\":[\"" + "x".repeat(4_000) + i + "\"],\"limit\":0}]");
            }
        }
    };

    abstract void attack(PlainSocket socket) throws IOException;

    /** Takes what comes, on a thread of its own. */
    private static void reading(PlainSocket socket) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    String unused = socket.receive();
                }
            } catch (IOException over) {
                socket.close();
            }
        });
    }

    private static String random() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            hex.append(String.format(Locale.ROOT, "%016x", random.nextLong()));
        }
        return hex.toString();
    }
}
