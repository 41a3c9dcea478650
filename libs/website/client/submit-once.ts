/** Time after which a form can be sent again although its response is pending, in milliseconds. */
const PENDING_MS = 10_000;

let sentAt = -Infinity;

/**
 * Sends a form once if its button is pressed again before the response arrives, by a double click or
 * on a slow network. The second response would replace the first one, with the error that the form
 * was already received.
 */
addEventListener('submit', (event) => {
  if ((event.target as HTMLFormElement).method !== 'post') return;
  if (event.timeStamp - sentAt < PENDING_MS) event.preventDefault();
  else sentAt = event.timeStamp;
});

// "Back" may show the page again as it was left.
addEventListener('pageshow', () => (sentAt = -Infinity));
