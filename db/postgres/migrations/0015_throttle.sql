-- Token buckets of all nodes (token-buckets.ts). Not logged: after a crash all are full.
CREATE UNLOGGED TABLE throttle (
  name text COLLATE "C" PRIMARY KEY,
  level double precision NOT NULL,
  -- Seconds since 1970.
  at double precision NOT NULL,
  full_at double precision NOT NULL
);
CREATE INDEX throttle_full ON throttle (full_at);

-- Returns the level of each bucket before.
CREATE FUNCTION take_tokens (
  names text[], bursts double precision[], everys double precision[], tokens double precision[], is_forced boolean
) RETURNS double precision[] LANGUAGE plpgsql AS $$
DECLARE
  now double precision := extract(epoch FROM clock_timestamp());
  levels double precision[] := '{}';
  present double precision;
  is_enough boolean := true;
BEGIN
  -- Locked in one order, so that nobody waits in a circle.
  INSERT INTO throttle SELECT name, burst, now, now FROM unnest(names, bursts) AS given (name, burst) ORDER BY name
    ON CONFLICT (name) DO UPDATE SET name = throttle.name;
  FOR i IN 1 .. cardinality(names) LOOP
    SELECT least(bursts[i], level + (now - at) / everys[i]) INTO present FROM throttle WHERE name = names[i];
    levels := levels || present;
    is_enough := is_enough AND present >= tokens[i];
  END LOOP;
  IF is_enough OR is_forced THEN
    FOR i IN 1 .. cardinality(names) LOOP
      present := least(bursts[i], levels[i] - tokens[i]);
      UPDATE throttle SET level = present, at = now, full_at = now + (bursts[i] - present) * everys[i]
        WHERE name = names[i];
    END LOOP;
  END IF;
  IF random() < 0.01 THEN
    DELETE FROM throttle WHERE name IN (
      SELECT name FROM throttle WHERE full_at < now ORDER BY full_at LIMIT 1000 FOR UPDATE SKIP LOCKED
    );
  END IF;
  RETURN levels;
END $$;
