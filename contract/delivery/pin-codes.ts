import { z } from 'zod'
import { defineCalls, rupees } from '../kernel/endpoint.ts'
import { digitsText } from '../kernel/field-schemas.ts'
import { normalizePinCode } from '../kernel/typed-numbers.ts'

export const codAnswers = ['yes', 'advance', 'no'] as const

const days = z.int().optional().describe('of the delivery, in days from the order; missing: as the policies say')

export const pinCodesCalls = defineCalls({
  getDeliveryTerms: {
    route: 'GET /pins',
    who: 'anyone',
    summary: 'What the policies say about orders on delivery, of all PIN codes',
    reply: { 200: z.object({ asksAdvance: z.boolean().describe('whether some orders on delivery need an advance') }) },
  },

  getPinCode: {
    route: 'GET /pins/:pin',
    who: 'anyone',
    summary: 'State and district of a PIN code, as a hint: the list is not complete. And whether the shop delivers there, and for cash',
    params: z.object({ pin: digitsText('PIN code', /^[1-9]\d{5}$/, 'PIN code must have exactly 6 digits.', normalizePinCode) }),
    reply: {
      200: z.object({
        state: z.string().describe('empty when the first three digits are not known either'),
        district: z.string().describe('empty when this PIN code is not in the list'),
        deliver: z.boolean().optional().describe('false: orders are refused with 409'),
        cod: z.enum(codAnswers).optional().describe('cash on delivery; advance: a part is paid online before. The person may have none'),
        advance: rupees.optional().describe('missing unless `cod` is `advance`'),
        codMin: rupees.optional().describe('the smallest order on delivery; missing: any'),
        codMax: rupees.optional().describe('the largest order on delivery; missing: no limit of its own'),
        charge: rupees.optional().describe('for shipping; missing: as the policies say'),
        from: days,
        to: days,
      }),
    },
  },
})
