import { z } from 'zod'

/** In each call by which a shopper orders. Of any type, because it must never refuse an order. */
export const visitSourceFields = {
  visit: z
    .unknown()
    .optional()
    .describe(
      'where the visit comes from: an object with the texts `source`, `medium`, `campaign` (of the utm parameters), `host` (of the page with the link), `clickName` and `clickId` (such as gclid), all optional. Long texts are cut, and what is no text is ignored',
    ),
}
