/** The reply to a saved change, beside the button that has saved it. */
export function SavedMessage({ children }: { children: string }) {
  return (
    <p role="status" className="font-medium text-good empty:hidden">
      {children}
    </p>
  )
}

/** Drops what is entered and loads what is saved, beside the button of a form. */
export function ReloadButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className="link inline-flex min-h-11 items-center text-sm">
      Reload
    </button>
  )
}
