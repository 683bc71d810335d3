-- SPDX-License-Identifier: MIT
--
-- Single queries of Algolia's interface for wrk, on the demo store's products:
--   APP=… KEY=… wrk -t1 -c64 -d10s -s Tests/Support/algolia_wrk.lua http://127.0.0.1:8080
-- With NEW=1 no query comes twice, so that no answer that is kept helps.

local words = {"lamp", "head", "cable", "blue shirt", "phone", "kitchen", "red", "speaker", "wireless", "bag", "desk", "w",
  "table lamp", "coffee", "running shoe", "jacket", "book", "garden", "toy", "mouse"}
local fields = {["Content-Type"] = "application/json", ["X-Algolia-Application-Id"] = os.getenv("APP"),
  ["X-Algolia-API-Key"] = os.getenv("KEY")}
local bound = os.time() % 1000000 + 100000
local count = 0

request = function()
  count = count + 1
  local filter = os.getenv("NEW") and ',"numericFilters":["price<' .. bound .. '.' .. count .. '"]' or ""
  local body = '{"query":"' .. words[count % #words + 1] .. '","hitsPerPage":20' .. filter .. '}'
  return wrk.format("POST", "/1/indexes/products/query", fields, body)
end

done = function(summary, latency)
  print(string.format("p50 %.2f ms, p99 %.2f ms, %d other than 2xx", latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, summary.errors.status))
end
