import { english } from './en.js';
import { spanish } from './es.js';

it.each([
  [1, 1, '1 report in the last year, within 1 day.', 'un aviso en el último año, en un día'],
  [2, 3, '2 reports in the last year, half of them within 3 days.', 'la mitad en 3 días'],
  [1234, 3, '1,234 reports in the last year', 'Respondimos 1,234 avisos'],
])('words %d reports and %d days', (reports, days, inEnglish, inSpanish) => {
  expect(english.texts.quality.answered(reports, days)).toContain(inEnglish);
  expect(spanish.texts.quality.answered(reports, days)).toContain(inSpanish);
});
