import type { ShopperReturn } from '#contract/returns/returns.ts'
import { useStoreConfig } from '../../layout/store-config.ts'

/** What is put into a parcel that a shopper sends back, with the address of the shop. Its items are printed above it. */
export function ReturnSlip({ orderNumber, returned }: { orderNumber: string; returned: ShopperReturn }) {
  const { storeName, storeAddress, storePhone, storeEmail } = useStoreConfig()
  return (
    <section
      aria-label={`Address for return ${returned.number}`}
      className="flex flex-col gap-1 border-t border-dashed border-edge pt-3 print:mt-4"
    >
      <p className="text-sm text-soft">Send the items to</p>
      <address className="not-italic wrap-anywhere">
        <span className="block font-semibold">{storeName}</span>
        {storeAddress ? <span className="block">{storeAddress}</span> : <span className="block">Please ask us for the address.</span>}
        <span className="block text-soft tabular-nums">{[storePhone, storeEmail].filter(Boolean).join(', ')}</span>
      </address>
      <p className="hidden print:block">
        Return {returned.number} of order {orderNumber}. Please put this slip into the parcel.
      </p>
    </section>
  )
}
