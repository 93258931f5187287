import { z } from 'zod'
import { defineCalls } from '../endpoint.ts'
import { codeText, pinText } from '../field-schemas.ts'

export const secondFactorCalls = defineCalls({
  getSecondFactor: {
    method: 'GET',
    path: '/users/second-factor',
    who: 'admin',
    summary: 'The second factor of the signed-in administrator',
    reply: {
      200: z.object({
        confirmedAt: z.iso.datetime().nullable().describe('null: sign-in asks for no code'),
        recoveryCodesLeft: z.int(),
      }),
    },
  },

  startSecondFactor: {
    method: 'POST',
    path: '/users/second-factor',
    who: 'admin',
    changes: 'nothing',
    summary: 'Create a secret for an authenticator app, which replaces one that is not confirmed yet',
    reply: {
      200: z.object({
        secret: z.string().describe('base32'),
        uri: z.string().describe('otpauth://…'),
        qrCode: z.string().describe('the URI as an SVG'),
      }),
    },
  },

  confirmSecondFactor: {
    method: 'POST',
    path: '/users/second-factor/confirm',
    who: 'admin',
    changes: 'nothing',
    summary: 'Switch the second factor on with the first code of the app, which signs the account out everywhere else',
    body: z.object({ code: codeText.min(1, 'Enter the code.') }),
    reply: { 200: z.object({ message: z.string(), recoveryCodes: z.array(z.string()).describe('shown only once') }) },
  },

  reauthenticate: {
    method: 'POST',
    path: '/users/reauthenticate',
    who: 'admin',
    changes: 'nothing',
    summary: 'Enter the PIN again, which refunds, cancellations of paid orders, new PINs and the data of guests need every 15 minutes',
    body: z.object({
      currentPin: pinText,
      code: codeText.optional().describe('from the authenticator app, or a recovery code, when the second factor is on'),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
