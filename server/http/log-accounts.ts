import type { FastifyInstance } from 'fastify'
import type { CallName } from '#contract/contract.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** id of the account that the request belongs to: of the session, or the one that signs in or uses a link */
    account: string | null
  }
}

/** Calls of anybody and of shoppers that change how an account is reached, or take its data. */
const accountCalls = new Set<CallName>([
  'login',
  'logout',
  'logoutByPost',
  'changePin',
  'resetForgottenPin',
  'requestEmail',
  'confirmEmail',
  'removeEmail',
  'setEmailCode',
  'endSession',
  'endOtherSessions',
  'downloadPersonalData',
  'deleteAccount',
])

/** Calls of administrators that only read, and take much. */
const exportCalls = new Set<CallName>([
  'exportOrders',
  'exportCustomers',
  'exportProducts',
  'exportGuestData',
  'downloadShopExport',
  'getShopImportProblems',
  'downloadBackup',
])

/** A UUID or a number: a path that is no record may have any text. */
const idPattern = /^[0-9a-f-]{1,36}$/i

/**
 * Logs one line for each sign-in, change of an account's access and call of an administrator that is no mere reading: the call, the
 * account, the record and the status. Nothing else, because the rest may be personal data.
 */
export function logAccounts(api: FastifyInstance): void {
  api.decorateRequest('account', null)
  api.addHook('onResponse', (request, { statusCode: status }, done) => {
    const { account, apiKey, method, params } = request
    const { call, who } = request.routeOptions.config
    const isLogged = call && (accountCalls.has(call) || exportCalls.has(call) || (who === 'admin' && method !== 'GET'))
    // Rejected sign-ins have a line of their own, with the account that was tried; the session is that of another one.
    if (account && isLogged && !(call === 'login' && status >= 400)) {
      const { id } = (params ?? {}) as { id?: string }
      request.log.info(
        { account, ...(apiKey !== null && { apiKey }), call, ...(id !== undefined && idPattern.test(id) && { target: id }), status },
        'account activity',
      )
    }
    done()
  })
}
