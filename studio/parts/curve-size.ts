/** How large a curve against K is drawn: as wide as the window has room for. */
export function curveSize(): { readonly width: number; readonly height: number } {
  return innerWidth < 640 ? { width: 340, height: 260 } : { width: 640, height: 320 };
}
