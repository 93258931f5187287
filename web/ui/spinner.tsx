import { type CSSProperties, useId } from 'react'

/** A dashed circle that is drawn again and again. `label` is for screen readers; `elapsedMs` continues the animation of a replaced spinner. */
export function Spinner({ label, size = 56, elapsedMs = 0 }: { label: string; size?: number; elapsedMs?: number }) {
  const maskId = useId()
  const style: CSSProperties | undefined = elapsedMs > 0 ? { animationDelay: `${-Math.round(elapsedMs)}ms` } : undefined
  return (
    <span role="status" className="inline-flex items-center">
      <svg viewBox="0 0 64 64" width={size} height={size} fill="none" aria-hidden="true">
        <mask id={maskId}>
          <circle
            className="spinner-ring"
            style={style}
            cx="32"
            cy="32"
            r="24"
            pathLength="100"
            stroke="#fff"
            strokeWidth="6"
            transform="rotate(-90 32 32)"
          />
        </mask>
        <circle cx="32" cy="32" r="24" className="stroke-line" strokeWidth="1" />
        <circle
          cx="32"
          cy="32"
          r="24"
          className="stroke-thread"
          strokeWidth="2.5"
          strokeLinecap="round"
          pathLength="96"
          strokeDasharray="5 3"
          mask={`url(#${maskId})`}
        />
        <g className="spinner-head" style={style}>
          <path d="M30 8 Q41 6.5 50 13" className="stroke-ink" strokeWidth="2.6" strokeLinecap="round" />
          <path d="M31.5 7.9 L35 7.6" className="stroke-page" strokeWidth="1" strokeLinecap="round" />
        </g>
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  )
}
