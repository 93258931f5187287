import type { FastifyInstance } from 'fastify'
import type { CallName } from '#contract/calls.ts'

/** Calls that change what lists and product pages show. */
const productWrites: ReadonlySet<CallName | undefined> = new Set<CallName>([
  'placeGuestOrder',
  'placeCodOrder',
  'createPaymentOrder',
  'verifyPayment',
  'cancelOrder',
  'transitionOrder',
  'undoTransition',
  'moveOrders',
  'undoMoves',
  'receiveParcel',
  'createProduct',
  'editProduct',
  'deleteProduct',
  'setProductStatus',
  'saveProductChanges',
  'removeDemoProducts',
  'changeStock',
  'createCategory',
  'editCategory',
  'orderCategories',
  'deleteCategory',
  'changeProductDetails',
  'startSale',
  'endSale',
  'addProductPicture',
  'orderProductPictures',
  'changeProductPicture',
  'deleteProductPicture',
  'setProductSizes',
  'setSizeGuide',
  'createCollection',
  'editCollection',
  'deleteCollection',
  'setCollectionPicture',
  'removeCollectionPicture',
])

/** Announces a change of products before the reply is sent, so that the caller's next request sees it. */
export function publishProductWrites(api: FastifyInstance, { publish }: { publish: () => void }): void {
  api.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode < 400 && productWrites.has(request.routeOptions.config.call)) publish()
    done()
  })
}
