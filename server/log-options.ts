import type { FastifyRequest } from 'fastify'
import type { Settings } from './settings.ts'

/** Somewhere that takes lines. */
export interface LogStream {
  write(line: string): void
}

/** A mail server names the reader that it refuses. */
const mailAddress = /[^\s<>"',:;()[\]]+@[^\s<>"',:;()[\]]+/g

const mask = (text: string): string => text.replace(mailAddress, '[address]')

/**
 * What the log tells of a fault: which, where, and by which rule. Never the rest that it carries: a database's detail
 * repeats the row that it refused, with whatever people wrote in it.
 */
function describeFault(fault: unknown): { type: string; message: string; stack: string; [fact: string]: unknown } {
  if (!(fault instanceof Error)) return { type: typeof fault, message: '', stack: '' }
  const { code, table, constraint, cause } = fault as NodeJS.ErrnoException & { table?: string; constraint?: string }
  return {
    type: fault.name,
    message: mask(fault.message),
    stack: mask(fault.stack ?? ''),
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
