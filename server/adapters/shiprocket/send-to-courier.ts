import { CourierError } from '../../shipping/courier/courier.ts'
import { type ShiprocketCall, type ShiprocketCalls, ShiprocketError, texts } from './account.ts'

export type SendToCourier = <Reply>(call: ShiprocketCall<Reply>, describe: (reason: string) => string) => Promise<Reply | undefined>

/**
 * Sends calls about parcels. `describe` makes a sentence of a refusal. Undefined: `isDone` has accepted the answer.
 * The function throws CourierError.
 */
export const createSendToCourier =
  (calls: ShiprocketCalls): SendToCourier =>
  (call, describe) =>
    calls.send(call).catch((error: unknown) => {
      if (!(error instanceof ShiprocketError)) throw error
      const { message, reason } = error
      throw new CourierError(reason === undefined ? message : describe(reason), {
        isRefused: reason !== undefined,
        isBusy: message === texts.tooMany,
        cause: error,
      })
    })
