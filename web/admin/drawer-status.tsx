import { Button } from '../ui/button.tsx'

export function DrawerSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-4">
      <span className="sr-only">Loading</span>
      {['w-1/3', 'w-full', 'w-2/3', 'w-full'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a static list
        <span key={index} aria-hidden="true" className={`delayed h-6 rounded-control bg-sunk ${width}`} />
      ))}
    </div>
  )
}

export function DrawerError({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4">
      <p className="font-medium text-bad">{text}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
