import type { FastifyRequest } from 'fastify'
import type { Settings } from './settings.ts'

/** Somewhere that takes lines. */
export interface LogStream {
  write(line: string): void
}

/** A mail server names the reader that it refuses. */
const mailAddress = /[^\s<>"',:;()[\]]+@[^\s<>"',:;()[\]]+/g

interface Fault extends NodeJS.ErrnoException {
  readonly table: string
  readonly constraint: string
}

const mask = (text: string): string => text.replace(mailAddress, '[address]')

/**
 * What the log tells of a fault: which, where, and by which rule. Never the rest that it carries: a database's detail
 * repeats the row that it refused, with whatever people wrote in it.
 */
function describeFault(fault: unknown): { type: string; message: string; stack: string; [fact: string]: unknown } {
  // Not every thrower throws an Error, and some copy one.
  const { name, message, stack, code, table, constraint, cause } = Object(fault) as Partial<Fault>
  return {
    type: name ?? typeof fault,
    message: mask(String(message ?? '')),
    stack: mask(String(stack ?? '')),
    code,
    table,
    constraint,
    ...(cause !== undefined && { cause: describeFault(cause) }),
  }
}

/** How the shop writes its log: routes instead of addresses, no headers, no bodies, nothing that people wrote. */
export function writeLogOptions({ settings, stream }: { settings: Pick<Settings, 'LOG_LEVEL'>; stream?: LogStream | undefined }) {
  return {
    level: settings.LOG_LEVEL,
    ...(stream && { stream }),
    serializers: {
      req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url }),
      err: describeFault,
    },
  }
}
