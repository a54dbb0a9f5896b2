-- The sweep forgets charges that ended long ago; without this index it would read the whole ledger every few minutes.
create index quota_charges_ended_idx on private.quota_charges (charged_at) where settled_at is not null or refunded_at is not null;
