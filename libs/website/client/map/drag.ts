/** Pixels that a pointer moves before a press becomes a drag. */
const SLOP = 4;

/** Resolves once no drag of the picture is in progress. */
export let dragged = Promise.resolve();

/**
 * Lets the server's picture be dragged while the interactive map is still loading.
 *
 * @param onDragged called with the map after each drag
 */
export function dragPicture(onDragged: (map: HTMLElement) => void): void {
  document.addEventListener('dragstart', (event) => {
    if ((event.target as Element).closest('.map')) event.preventDefault();
  });
  document.addEventListener('pointerdown', (event) => {
    const picture = (event.target as Element).closest<SVGSVGElement>('.map > .map-picture');
    if (!picture || event.button !== 0) return;
    dragged = drag(picture, event).then((isMoved) => {
      if (isMoved) onDragged(picture.parentElement!);
    });
  });
}

/** Returns whether the picture was moved. */
async function drag(picture: SVGSVGElement, press: PointerEvent): Promise<boolean> {
  const { clientX, clientY, pointerId } = press;
  const { x, y, width, height } = picture.viewBox.baseVal;
  const scale = picture.getScreenCTM()!.a;
  let isMoved = false;
  const end = new AbortController();
  const { signal } = end;
  picture.addEventListener(
    'pointermove',
    (event) => {
      const right = event.clientX - clientX;
      const down = event.clientY - clientY;
      isMoved ||= Math.hypot(right, down) >= SLOP;
      if (!isMoved) return;
      // Also keeps the press from following the link under the pointer.
      picture.setPointerCapture(pointerId);
      picture.setAttribute(
        'viewBox',
        `${x - right / scale} ${y - down / scale} ${width} ${height}`,
      );
    },
    { signal },
  );
  await new Promise((resolve) => {
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, resolve, { signal });
  });
  end.abort();
  return isMoved;
}
