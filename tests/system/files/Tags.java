// SPDX-License-Identifier: Apache-2.0
// Reads a histogram log with HdrHistogram's own reader. A line for each tag: tag, count, p99, and whether the value
// given for the tag (TAG=NANOS) falls on the same counter as that p99.
import java.io.File;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

public class Tags {
    public static void main(String[] arguments) throws Exception {
        Map<String, Long> expected = new HashMap<>();
        for (int i = 1; i < arguments.length; i++) {
            int equals = arguments[i].lastIndexOf('=');
            expected.put(arguments[i].substring(0, equals), Long.valueOf(arguments[i].substring(equals + 1)));
        }
        Map<String, Histogram> byTag = new TreeMap<>();
        HistogramLogReader reader = new HistogramLogReader(new File(arguments[0]));
        while (reader.hasNext()) {
            EncodableHistogram next = reader.nextIntervalHistogram();
            if (next == null) {
                break;
            }
            String tag = next.getTag() == null ? "" : next.getTag();
            Histogram all = byTag.computeIfAbsent(tag, t -> new Histogram(3_600_000_000_000L, 3));
            all.add((Histogram) next);
        }
        for (Map.Entry<String, Histogram> entry : byTag.entrySet()) {
            Histogram h = entry.getValue();
            // HdrHistogram before 2.1.12 rounds the rank to the nearest, later ones and the report round it up.
            long n = h.getTotalCount();
            long p99 = n == 0 ? 0 : h.getValueAtPercentile(100.0 * ((99 * n + 99) / 100) / n);
            Long told = expected.get(entry.getKey());
            boolean same = told != null && h.valuesAreEquivalent(told, p99);
            System.out.println(entry.getKey() + "\t" + h.getTotalCount() + "\t" + p99 + "\t" + same);
        }
    }
}
