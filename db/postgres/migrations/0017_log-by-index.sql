-- How many resources a transaction has touched is not known when the plan is made: the table of them is empty between
-- transactions, and its size says nothing. Each is looked up by an index, instead of reading all resources for a few.
ALTER FUNCTION log_resource_changes(bigint) SET enable_hashjoin = off;
ALTER FUNCTION log_resource_changes(bigint) SET enable_mergejoin = off;
