-- The shipping charge of the PIN codes of a rule; null: as the policies say.
alter table delivery_rules add column charge_paise bigint check (charge_paise between 0 and 200000);
