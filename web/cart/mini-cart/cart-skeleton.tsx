/** Placeholders of two cart lines and the summary. */
export function CartSkeleton() {
  return (
    <>
      <noscript>
        <p className="text-soft">
          The cart needs JavaScript.{' '}
          <a href="/buy" className="link">
            You can browse the shop without it.
          </a>
        </p>
      </noscript>
      <div role="status" className="hidden items-start gap-x-12 gap-y-10 js:grid lg:grid-cols-[minmax(0,1fr)_22rem] xl:gap-x-20">
        <span className="sr-only">Loading your cart</span>
        <div aria-hidden="true" className="border-t border-line">
          {[0, 1].map((index) => (
            <div key={index} className="flex gap-4 border-b border-line py-6 sm:gap-6">
              <div className="aspect-4/5 w-20 shrink-0 bg-sunk sm:w-32" />
              <div className="flex grow flex-col gap-3">
                <div className="h-5 w-2/3 rounded-control bg-sunk" />
                <div className="h-5 w-20 rounded-control bg-sunk" />
                <div className="mt-auto h-11 w-40 rounded-control bg-sunk" />
              </div>
            </div>
          ))}
        </div>
        <div aria-hidden="true" className="h-64 rounded-control bg-sunk" />
      </div>
    </>
  )
}
