-- How often the provider said no to the refund itself. Looks, silences and a busy provider do not count: they end nothing.
alter table refunds add column rejections integer not null default 0;

-- Refunds that the provider has made, given up here after a look that failed: they are looked at once more. The shop took
-- them for money that stayed, and what the provider says of them now is what counts.
update refunds set status = 'pending', settled_at = null, attempts = 0, next_try_at = clock_timestamp()
  where status = 'failed' and provider_refund_id is not null;
