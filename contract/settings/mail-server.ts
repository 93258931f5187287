import { z } from 'zod'
import { defineCalls } from '../kernel/endpoint.ts'
import { requiredLine } from '../kernel/field-schemas.ts'

const mailServer = z.object({
  source: z.enum(['environment', 'entered', 'none']).describe('environment: the setting SMTP_URL of the server, which wins'),
  entered: z
    .object({
      host: z.string(),
      port: z.int(),
      username: z.string(),
      passwordEnd: z.string().describe('the last characters of the password, empty for a short one'),
      enteredAt: z.iso.datetime(),
      isReadable: z.boolean().describe('false: the secret of the shop has changed since, so the password must be entered again'),
    })
    .nullable(),
})
export type ShownMailServer = z.infer<typeof mailServer>

const changed = mailServer.extend({ message: z.string() })

export const mailServerCalls = defineCalls({
  getMailServer: {
    route: 'GET /mail-server',
    right: 'settings',
    summary: 'The mail server that sends the mails of the shop, without its password',
    reply: { 200: mailServer },
  },

  setMailServer: {
    route: 'POST /mail-server',
    right: 'settings',
    changes: 'nothing',
    summary: 'Enter the mail server. Needs the PIN again',
    body: z.object({
      host: requiredLine('Server', 253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, 'Please enter a name such as smtp.example.com'),
      port: z.coerce
        .number('Please enter a port such as 587.')
        .int()
        .min(1, 'Please enter a port such as 587.')
        .max(65_535, 'Please enter a port such as 587.'),
      username: requiredLine('User name', 254),
      password: requiredLine('Password', 500),
    }),
    reply: { 200: changed },
  },

  removeMailServer: {
    route: 'DELETE /mail-server',
    right: 'settings',
    changes: 'nothing',
    summary: 'Forget the mail server that was entered. Needs the PIN again',
    reply: { 200: changed },
  },

  testMailServer: {
    route: 'POST /mail-server/test',
    right: 'settings',
    changes: 'nothing',
    summary: "Send a test mail to the shop's own address",
    reply: { 200: z.object({ message: z.string() }) },
  },
})
