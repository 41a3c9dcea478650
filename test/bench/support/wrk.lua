-- Requests the paths in a file one after another, each from a number of client addresses. The
-- arguments are the name of the file and that number. Without them, wrk repeats a single request,
-- which costs it less. Prints the results as JSON.
local requests = {}
local last = 0

function init(args)
  if not args[1] then return end
  for path in io.lines(args[1]) do
    for address = 1, args[2] do
      wrk.headers["X-Forwarded-For"] = "10.1." .. math.floor(address / 256) .. "." .. address % 256
      table.insert(requests, wrk.format("GET", path))
    end
  end
  function request()
    last = last % #requests + 1
    return requests[last]
  end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"answered":%d,"bytes":%d,"seconds":%f,"refused":%d,"broken":%d,"p50":%f,"p99":%f}\n',
    summary.requests, summary.bytes, summary.duration / 1e6,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
