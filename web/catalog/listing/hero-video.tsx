import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** Whether the visitor asks for less motion or fewer bytes. */
const isUnwanted = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/** The owner's video over the picture of the hero, without sound. It loads after the page, and can be paused. */
export function HeroVideo({ video }: { video: string }) {
  const [poster, setPoster] = useState<string>()
  const [isPaused, setPaused] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const player = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (isUnwanted()) return
    // The picture has been loaded, in the size and format of this screen.
    const show = () => setPoster(box.current?.parentElement?.querySelector('img')?.currentSrc ?? '')
    if (document.readyState === 'complete') return show()
    addEventListener('load', show, { once: true })
    return () => removeEventListener('load', show)
  }, [])
  const toggle = () => (player.current?.paused ? player.current.play() : player.current?.pause())
  return (
    <div ref={box} className="absolute inset-x-0 top-0 aspect-4/5 overflow-hidden empty:hidden">
      {poster !== undefined && (
        <>
          <video
            ref={player}
            src={video}
            poster={poster}
            muted
            playsInline
            loop
            autoPlay
            aria-hidden="true"
            tabIndex={-1}
            className="size-full object-cover"
            onPlay={() => setPaused(false)}
            onPause={() => setPaused(true)}
            // The picture below stays.
            onError={() => setPoster(undefined)}
          />
          <Button variant="ink" className="absolute right-3 bottom-3 min-h-11 text-sm" onClick={() => void toggle()}>
            {isPaused ? 'Play video' : 'Pause video'}
          </Button>
        </>
      )}
    </div>
  )
}
