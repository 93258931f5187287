import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { codeText, pinText } from '../kernel/field-schemas.ts'

const withRecoveryCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()).describe('shown only once') })

export const secondFactorCalls = defineCalls({
  changeAdminPin: {
    route: 'POST /users/admin/pin',
    right: 'own',
    changes: 'nothing',
    summary: 'Change the own PIN as an administrator, which signs the account out everywhere else',
    body: z.object({ currentPin: pinText, newPin: pinText }),
    reply: { 200: z.object({ message: z.string() }) },
  },

  getSecondFactor: {
    route: 'GET /users/second-factor',
    right: 'own',
    summary: 'The second factor of the signed-in administrator',
    reply: {
      200: z.object({
        confirmedAt: z.iso.datetime().nullable().describe('null: sign-in asks for no code'),
        recoveryCodesLeft: z.int(),
      }),
    },
  },

  startSecondFactor: {
    route: 'POST /users/second-factor',
    right: 'own',
    changes: 'nothing',
    summary:
      'Create a secret for an authenticator app, which replaces one that is not confirmed yet; the app in use works until then. Needs the PIN again',
    reply: {
      200: z.object({
        secret: z.string().describe('base32'),
        uri: z.string().describe('otpauth://…'),
        qrCode: z.string().describe('the URI as an SVG'),
      }),
    },
  },

  confirmSecondFactor: {
    route: 'POST /users/second-factor/confirm',
    right: 'own',
    changes: 'nothing',
    summary: 'Switch the second factor on, or over to another app, with its first code, which signs the account out everywhere else',
    body: z.object({ code: codeText.min(1, 'Enter the code.') }),
    reply: { 200: withRecoveryCodes },
  },

  renewRecoveryCodes: {
    route: 'POST /users/second-factor/recovery-codes',
    right: 'own',
    changes: 'nothing',
    summary: 'Replace the recovery codes, which needs the PIN again',
    reply: { 200: withRecoveryCodes },
  },

  reauthenticate: {
    route: 'POST /users/reauthenticate',
    right: 'own',
    changes: 'nothing',
    summary:
      'Enter the PIN again, which refunds, cancellations of paid orders, new PINs, exports, the data of guests and changes of the second factor need every 15 minutes',
    body: z.object({
      currentPin: pinText,
      code: codeText.optional().describe('from the authenticator app, or a recovery code, when the second factor is on'),
    }),
    reply: { 200: z.object({ message: z.string() }) },
  },
})
