/** The places of a heading and a few tiles, before anything is known. Without JavaScript it says what is missing. */
export function AreaSkeleton() {
  return (
    <div className="page-width pt-10 sm:pt-14">
      <noscript>
        <p className="py-16 text-center">
          Your own pages need JavaScript to open.{' '}
          <a href="/buy" className="link">
            The shop itself opens without.
          </a>
        </p>
      </noscript>
      <div role="status" className="hidden js:block">
        <span className="sr-only">Opening</span>
        <div aria-hidden="true" className="flex flex-col gap-10">
          <div className="h-12 w-2/3 max-w-md rounded-control bg-sunk" />
          <div className="grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-6 lg:grid-cols-5 lg:gap-x-6">
            {[0, 1, 2, 3, 4].map((place) => (
              <div
                key={place}
                className={`aspect-4/5 bg-sunk lg:col-span-1 ${place < 2 ? 'md:col-span-3' : 'md:col-span-2'} ${place === 4 ? 'max-md:col-span-2' : ''}`}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}
