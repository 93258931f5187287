import { z } from 'zod'
import { defineCalls } from './endpoint.ts'
import { digitsText } from './field-schemas.ts'

export const pinCodesCalls = defineCalls({
  getPinCode: {
    method: 'GET',
    path: '/pins/:pin',
    who: 'anyone',
    summary: 'State and district of a PIN code, as a hint: the list is not complete',
    params: z.object({ pin: digitsText('PIN code', /^[1-9]\d{5}$/, 'PIN code must have exactly 6 digits.') }),
    reply: {
      200: z.object({
        state: z.string().describe('empty when the first three digits are not known either'),
        district: z.string().describe('empty when this PIN code is not in the list'),
      }),
    },
  },
})
