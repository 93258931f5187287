-- One more key of each name: with the letters and digits folded that are read as one another. `foldReadings` in name-keys.ts does the same.
update users set name_keys = array_append(name_keys, replace(translate(name_keys[1], 'i58ʘɘ', 'lsboe'), 'vv', 'w'))
where replace(translate(name_keys[1], 'i58ʘɘ', 'lsboe'), 'vv', 'w') <> name_keys[1];
