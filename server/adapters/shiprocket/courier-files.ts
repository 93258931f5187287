import { CourierError, type CourierFiles } from '../../shipping/courier/courier.ts'
import { texts } from './account.ts'
import type { DownloadPdf } from './download-pdf.ts'
import { labelReply, manifestReply, pickupReply } from './replies.ts'
import type { SendToCourier } from './send-to-courier.ts'

interface FilesOptions {
  readonly send: SendToCourier
  readonly downloadPdf: DownloadPdf
  /** for a whole file */
  readonly timeoutMs: number
}

/** Labels, manifests and pick-ups of booked parcels at Shiprocket. */
export function createCourierFiles({ send, downloadPdf, timeoutMs }: FilesOptions): CourierFiles {
  const noLabels = (reason: string) => `Shiprocket makes no labels: ${reason}.`
  const noManifest = (reason: string) => `Shiprocket makes no manifest: ${reason}.`

  /**
   * Returns the parcels that get no manifest. One that has a manifest already, or no pick-up, lets Shiprocket refuse all, so then each is sent
   * alone.
   */
  async function generateManifests(shipmentIds: readonly string[], signal: AbortSignal): Promise<string[]> {
    const isDone = (reason: string) => /already generated/i.test(reason)
    const body = { shipment_id: shipmentIds.map(Number) }
    const reply = await send({ path: paths.generateManifest, body, reply: manifestReply, signal, isDone }, noManifest)
    if (reply?.manifest_url) return []
    if (shipmentIds.length === 1) return reply === undefined ? [] : [...shipmentIds]
    const missing: string[] = []
    for (const slice of listSlices(shipmentIds))
      missing.push(...(await Promise.all(slice.map((id) => generateManifests([id], signal)))).flat())
    return missing
  }

  return {
    async readLabels(parcels) {
      const shipmentIds = parcels.map(({ shipmentId }) => shipmentId)
      const signal = AbortSignal.timeout(timeoutMs)
      const body = { shipment_id: shipmentIds.map(Number) }
      const reply = await send({ path: paths.label, body, reply: labelReply, signal }, noLabels)
      if (!reply) throw new CourierError(texts.noAnswer)
      const notCreated = new Set(reply.not_created.map(String))
      if (reply.label_created === 0 || !reply.label_url) return { pdf: undefined, missing: shipmentIds }
      return { pdf: await downloadPdf(reply.label_url, signal), missing: shipmentIds.filter((id) => notCreated.has(id)) }
    },
    async requestPickup(shipmentId) {
      const signal = AbortSignal.timeout(timeoutMs)
      const isDone = (reason: string) => /already in pickup queue/i.test(reason)
      const body = { shipment_id: [Number(shipmentId)] }
      const noPickup = (reason: string) => `Shiprocket does not collect this parcel: ${reason}.`
      await send({ path: paths.pickup, body, reply: pickupReply, signal, isDone }, noPickup)
    },
    async readManifest(parcels) {
      const signal = AbortSignal.timeout(timeoutMs)
      const missing = new Set(
        await generateManifests(
          parcels.map(({ shipmentId }) => shipmentId),
          signal,
        ),
      )
      const body = { order_ids: parcels.filter(({ shipmentId }) => !missing.has(shipmentId)).map(({ orderId }) => Number(orderId)) }
      if (body.order_ids.length === 0) return { pdf: undefined, missing: [...missing] }
      const reply = await send({ path: paths.printManifest, body, reply: manifestReply, signal }, noManifest)
      if (!reply?.manifest_url) throw new CourierError(noManifest('it gives no file'))
      return { pdf: await downloadPdf(reply.manifest_url, signal), missing: [...missing] }
    },
  }
}

const concurrency = 8
const listSlices = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / concurrency) }, (_, index) => ids.slice(index * concurrency, (index + 1) * concurrency))

const paths = {
  label: '/courier/generate/label',
  pickup: '/courier/generate/pickup',
  generateManifest: '/manifests/generate',
  printManifest: '/manifests/print',
}
