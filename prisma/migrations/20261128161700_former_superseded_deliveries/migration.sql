-- Former versions stored deliveries whose message no longer held as failed, with one of these reasons.
-- PostgreSQL does not let the transaction that adds an enum value use it, so this is a migration of its own.
UPDATE "deliveries" SET "status" = 'superseded'
WHERE "status" = 'failed' AND "last_error" IN (
  'The key is not suspended for this reason any more.',
  'The key was suspended again.',
  'The expiry changed.',
  'The rejection was undone.',
  'The key was revoked.',
  'The key has expired.',
  'The request is no longer pending.',
  'No key request is waiting any more.',
  'No suggestion is waiting any more.',
  'Another notice tells of all requests that are waiting.'
);
