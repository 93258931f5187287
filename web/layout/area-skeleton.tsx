/** A placeholder for a dashboard while it loads. */
export function AreaSkeleton() {
  return (
    <div className="page-width pt-10 sm:pt-14">
      <noscript>
        <p className="py-16 text-center">
          Your dashboard needs JavaScript.{' '}
          <a href="/buy" className="link">
            You can browse the shop without it.
          </a>
        </p>
      </noscript>
      <div role="status" className="hidden js:block">
        <span className="sr-only">Loading</span>
        <div aria-hidden="true" className="flex flex-col gap-10">
          <div className="h-12 w-2/3 max-w-md rounded-control bg-sunk" />
          <div className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
            {[0, 1, 2, 3, 4].map((index) => (
              <div
                key={index}
                className={`aspect-4/5 bg-sunk lg:col-span-1 ${index < 2 ? 'md:col-span-3' : 'md:col-span-2'} ${index === 4 ? 'max-md:col-span-2' : ''}`}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
