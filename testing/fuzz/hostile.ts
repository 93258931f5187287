import fc from 'fast-check'

/** Any character. The unit `binary` of fast-check first makes a list of a million, which takes a second of processor time. */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))

/** Strings that commonly break programs. */
const strings = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff tail',
  '\u202e\u2066',
  '\r\nX-Evil: 1',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '9'.repeat(40),
  "'; drop table products; --",
  '%',
  '\\',
  '%_\\%',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%00',
  '%ff',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '=1+1',
  'ẞﬃ İı',
  '🧵'.repeat(50),
  'e\u0301'.repeat(80),
  'x'.repeat(20_000),
  '00000000-0000-0000-0000-000000000000',
  'true',
  '2026-02-31',
  '0000-00-00',
  '-271821-04-20T00:00:00Z',
] as const

const numbers = [
  0,
  -0,
  -1,
  1,
  0.1,
  1.005,
  -1e-7,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1e21,
  1e308,
  Number.MIN_VALUE,
] as const

function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level += 1) value = wrap(value)
  return value
}

/** Prototype pollution: own properties, as JSON.parse creates them. */
const polluted: unknown[] = [
  JSON.parse('{"__proto__":{"role":"admin","isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"role":"admin"}}}'),
  JSON.parse('{"__proto__":null}'),
]

/** Values of wrong types and sizes. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...strings),
  fc.constantFrom<unknown>(...numbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }, { $gt: '' }, ...polluted),
  fc.constant(nest(400, (inner) => [inner])),
  fc.constant(nest(400, (inner) => ({ a: inner }))),
  fc.constant(Array.from({ length: 3_000 }, (_, index) => index)),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text)),
)

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom<string>(...strings),
  fc.string({ unit: anyCharacter, maxLength: 60 }),
)

/** Malformed or misleading bodies with their content type. */
export const hostileBody: fc.Arbitrary<{ payload: string | Buffer; type: string | undefined }> = fc.record({
  payload: fc.constantFrom<string | Buffer>(
    '',
    '{',
    '{"a":1',
    '[',
    '""',
    'null',
    '0',
    '"text"',
    '\ufeff{}',
    '{"a":1,"a":2}',
    '{"__proto__":{"role":"admin"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"a":1e999}',
    '{"a":NaN}',
    '{"a":"\\ud800"}',
    Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
    Buffer.from('{"name":"\xc3\x28"}', 'latin1'),
    '['.repeat(100_000),
    '{"a":'.repeat(30_000),
    `{"a":"${'x'.repeat(250_000)}"}`,
    `{"a":"${'x'.repeat(300_000)}"}`,
    'a=1&a=2&__proto__[x]=1',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a\r\n',
  ),
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'application/json;;',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/xml',
    'garbage',
    '',
    undefined,
  ),
})

/** Headers that any client may send. */
export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'cookie',
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'range',
    'origin',
    'sec-fetch-site',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'content-encoding',
    'idempotency-key',
    'user-agent',
    'x-http-method-override',
    'expect',
    'authorization',
    'constructor',
    '__proto__',
  ),
  fc.constantFrom(
    '',
    ';',
    ';;;===;',
    'sid=; sid=; device=',
    'sid=%',
    'sid=%ff%00',
    `sid=${'x'.repeat(3_000)}`,
    'sid="quoted',
    '__proto__=1; constructor=2; sid=a',
    'gzip;q=nonsense, *;q=0',
    'gzip, br, zstd, deflate, identity;q=0',
    'bytes=99999999999-',
    'W/"x", "y", *',
    'same-origin',
    'http://[::1',
    'null',
    '127.0.0.1, , unknown, ::ffff:1.2.3.4, "[2001:db8::1]:99"',
    'x'.repeat(300),
    '\u00ff\u00fe',
    'Bearer x',
  ),
  { maxKeys: 3 },
)
