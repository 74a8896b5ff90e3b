package dev.sluice.app.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
final class JsonObjectTest {

    @Test
    void fieldsKeepTheirOrder() {
        JsonObject object = new JsonObject()
                .put("b", 1)
                .put("a", "x")
                .put("c", true)
                .put("d", Map.of("n", 2L))
                .put("e", List.of(new JsonObject().put("f", 0.5), new JsonObject()))
                .raw("g", "null");
        assertEquals(
                "{\"b\":1,\"a\":\"x\",\"c\":true,\"d\":{\"n\":2},\"e\":[{\"f\":0.5},{}],\"g\":null}",
                object.toString());
    }

    @Test
    void textIsEscaped() {
        assertEquals(
                "{\"a\\\"\\\\\":\"\\u000a\\u0001é🚀\"}",
                new JsonObject().put("a\"\\", "\n\u0001é🚀").toString());
    }
}
