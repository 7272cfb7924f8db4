/** Calls back when another try is worth it at once: the tab is looked at again, or the device is back online. */
export const onAttention = (callback: () => void): (() => void) => {
  const whenVisible = () => {
    if (document.visibilityState === "visible") callback()
  }
  document.addEventListener("visibilitychange", whenVisible)
  addEventListener("online", callback)
  return () => {
    document.removeEventListener("visibilitychange", whenVisible)
    removeEventListener("online", callback)
  }
}
