/** Lua that returns the store's clock in Unix epoch milliseconds. */
export const STORE_TIME = `
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)`;

/** A window is a hash with its count and end; the key expires when the window ends. */
const readWindow = (storeTime: string) => `
local function storeTime() ${storeTime}
end
local now = storeTime()
local window = redis.call('HMGET', KEYS[1], 'count', 'resetsAt')
local count, resetsAt = tonumber(window[1]), tonumber(window[2])
local isRunning = count ~= nil and resetsAt > now

local function begin(firstCount, endsAt)
  redis.call('HSET', KEYS[1], 'count', firstCount, 'resetsAt', string.format('%.0f', endsAt))
  redis.call('PEXPIREAT', KEYS[1], string.format('%.0f', endsAt))
end`;

/**
 * KEYS: window. ARGV: limit, length in milliseconds, cost. Returns: how much of the cost was counted,
 * count, resetsAt, now.
 */
export const hitScript = (storeTime: string) => `${readWindow(storeTime)}
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
-- A clock that was set back far ends a window, too.
isRunning = isRunning and resetsAt <= now + 2 * length
if not isRunning then
  count, resetsAt = 0, now + length
end
local counted = math.min(limit - count, tonumber(ARGV[3]))
if counted <= 0 then
  return {0, count, resetsAt, now}
end
count = count + counted
if isRunning then
  redis.call('HSET', KEYS[1], 'count', string.format('%.0f', count))
else
  begin(string.format('%.0f', count), resetsAt)
end
return {counted, count, resetsAt, now}`;

/** KEYS: window. ARGV: count, resetsAt. */
export const raiseScript = (storeTime: string) => `${readWindow(storeTime)}
local least, endsAt = tonumber(ARGV[1]), tonumber(ARGV[2])
if endsAt <= tonumber(redis.call('HGET', KEYS[1], 'clearedUntil') or 0) then return end
if isRunning then
  redis.call('HSET', KEYS[1], 'count', math.max(count, least))
elseif endsAt > now then
  begin(least, endsAt)
end`;

/** KEYS: window. Remembers the end of the window, so that no process raises its count again. */
export const CLEAR = `
local resetsAt = redis.call('HGET', KEYS[1], 'resetsAt')
if resetsAt then
  redis.call('HSET', KEYS[1], 'clearedUntil', resetsAt)
  redis.call('HDEL', KEYS[1], 'count', 'resetsAt')
end`;
