import pg from 'pg'

/** Type parsers for `pg`: bigint columns arrive as numbers, because counts and paise stay far below 2^53. */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
}
