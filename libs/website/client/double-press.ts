/** Time in which a second press of a form's button is part of a double press, in milliseconds. */
const DOUBLE_PRESS_MS = 1_000;

let pressedAt = -Infinity;

/**
 * Sends a form once if its button is pressed twice, as people who are used to double clicks do. The
 * second answer would replace the first one, with the error that the form was already received.
 */
addEventListener('submit', (event) => {
  if ((event.target as HTMLFormElement).method !== 'post') return;
  if (event.timeStamp - pressedAt < DOUBLE_PRESS_MS) event.preventDefault();
  else pressedAt = event.timeStamp;
});
