import type { FastifyRequest } from 'fastify'
import type { DatabaseError } from 'pg'
import type { Settings } from './settings.ts'

export interface LogStream {
  write(line: string): void
}

/** Mail servers repeat the recipient in their errors. */
const emailPattern = /[^\s<>"',:;()[\]]{1,64}@[^\s<>"',:;()[\]]{1,255}/g

const maskEmails = (text: string): string => text.replace(emailPattern, '[email]')

/** What is logged of an error. Other properties are left out: the detail of a database error repeats the rejected row. */
function serializeError(error: unknown): { type: string; message: string; stack: string; [property: string]: unknown } {
  // Some libraries throw values that are no Error.
  const { name, message, stack, code, table, constraint, cause } = Object(error) as Partial<NodeJS.ErrnoException & DatabaseError>
  return {
    type: name ?? typeof error,
    message: maskEmails(String(message ?? '')),
    stack: maskEmails(String(stack ?? '')),
    code,
    table,
    constraint,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}

/** Options of Fastify's logger: routes instead of URLs, no headers, no bodies, no personal data. */
export function toLoggerOptions({ settings, stream }: { settings: Pick<Settings, 'LOG_LEVEL'>; stream?: LogStream | undefined }) {
  return {
    level: settings.LOG_LEVEL,
    ...(stream && { stream }),
    serializers: {
      req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
      err: serializeError,
    },
  }
}
