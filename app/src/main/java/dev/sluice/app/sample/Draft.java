package dev.sluice.app.sample;

import java.util.List;

/** An event before it is signed. */
record Draft(int kind, List<List<String>> tags, String content) {

    Draft {
        tags = tags.stream().map(List::copyOf).toList();
    }
}
