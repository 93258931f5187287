/** A round button or link with a heart. */
export const heartClass = 'heart-button'

/** Not one of ui/icon.tsx: those are part of the storefront's first script. */
export function Heart({ isFilled }: { isFilled: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={22}
      height={22}
      fill={isFilled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 20.5l-7.7-7.8a4.9 4.9 0 0 1 0-6.9 4.8 4.8 0 0 1 6.8 0l.9 1 .9-1a4.8 4.8 0 0 1 6.8 0 4.9 4.9 0 0 1 0 6.9z" />
    </svg>
  )
}
