import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzRuns } from '#testing/fuzz/fuzz-runs.ts'
import { toOfferCode } from '../offers/offer-kinds.ts'
import { deliveryAddress } from './address.ts'
import { normalizePhone, normalizePinCode } from './typed-numbers.ts'

describe('a phone number', () => {
  test.each([
    '\u202a+91 98765 43210\u202c',
    '\u200e+91 98765 43210',
    '+91-098765 43210',
    '९८७६५४३२१०',
    '௯௮௭௬௫௪௩௨௧௦',
    '９８７６５４３２１０',
    '98765–43210',
    '+91‑98765‑43210',
    '0091 98765 43210',
    '0 98765 43210',
    '(+91) 98765.43210',
    '98765\u200b43210',
    '98765\u00ad43210',
    '+91\u00a098765\u00a043210',
    '919876543210',
    '98765/43210',
  ])('%j is 9876543210', (typed) => expect(normalizePhone(typed)).toBe('9876543210'))

  test('that begins with 91 keeps its ten digits', () => expect(normalizePhone('9198765432')).toBe('9198765432'))

  test('of ten digits stays as it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[6-9]\d{9}$/), (phone) => normalizePhone(phone) === phone),
      fuzzRuns(),
    )
  })
})

test.each(['५६०००१', '560001.', '560001\u200b', '560 001', '560-001', '560–001', '\u200f560001', '௫௬௦௦௦௧'])(
  'the PIN code %j is 560001',
  (typed) => expect(normalizePinCode(typed)).toBe('560001'),
)

test.each([
  'diwali-5',
  'DIWALI-5\u200b',
  '\u202aDIWALI-5',
  'DIWALI–5',
  'DIWALI—5',
  'DIWALI‑5',
  '“DIWALI-5”',
  '‘Diwali-5’.',
  'DIWALI- 5',
  ' DIWALI-5!',
])('the code %j is DIWALI-5', (typed) => expect(toOfferCode(typed)).toBe('DIWALI-5'))

const valid = {
  ...{ firstName: 'Asha', lastName: 'Rao', address: '12 Lake Road', city: 'Bengaluru', state: 'Karnataka' },
  ...{ pinCode: '560001', phone: '9876543210', email: 'asha@example.com' },
}
const parse = (change: object) => deliveryAddress.parse({ ...valid, ...change })

test('the API takes what the functions understand', () => {
  expect(parse({ phone: '\u202a+91 98765 43210\u202c', pinCode: '५६०००१' })).toEqual(valid)
})

test('control characters become spaces and line breaks, and invisible marks leave names and addresses', () => {
  const typed = {
    firstName: 'As\u202eha\u0000',
    lastName: 'Rao\u000bII',
    address: '12 Lake Road\u000bFlat 4\u0085Block B',
    landmark: 'near\u0007temple',
  }
  expect(parse(typed)).toMatchObject({
    ...{ firstName: 'Asha', lastName: 'Rao II', address: '12 Lake Road\nFlat 4\nBlock B', landmark: 'near temple' },
  })
  // Joiners are part of how Indian scripts are written.
  expect(parse({ firstName: 'ക്\u200dഷ' }).firstName).toBe('ക്\u200dഷ')
  expect(() => parse({ firstName: '\u202e' })).toThrow('First name is required.')
})

test('a landmark may be a link of a map, and a name may not be one', () => {
  const landmark = 'https://maps.app.goo.gl/abc'
  expect(parse({ landmark })).toMatchObject({ landmark })
  expect(() => parse({ lastName: 'https://prize.example' })).toThrow('web address')
})

test.each(['आशा@डाकघर.भारत', 'asha@xn--p5b1d4a.xn--h2brj9c', 'jörg@müller.example', 'asha@example.com'])(
  'the address %s is taken',
  (email) => {
    expect(parse({ email })).toMatchObject({ email })
  },
)

test.each([
  'asha',
  'asha@',
  '@example.com',
  'asha@example',
  'a sha@example.com',
  'asha@exa mple.com',
  'asha@-example.com',
  'asha@example..com',
  'asha@example.com>',
])('the address %s is refused', (email) => expect(() => parse({ email })).toThrow('Email must look like name@example.com.'))
