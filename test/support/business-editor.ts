import { BusinessesRepository } from '#libs/businesses/src/businesses.repository.js';
import { CategoriesRepository } from '#libs/businesses/src/categories/categories.repository.js';
import { BusinessEditor } from '#libs/businesses/src/editing/business-editor.js';
import { BusinessSlugs } from '#libs/businesses/src/editing/business-slugs.js';
import type { Clock } from '#libs/config/src/clock.js';
import { loadEnvironment } from '#libs/config/src/load-environment.js';
import type { Database } from '#libs/database/src/database.js';
import { editTransactions } from './edit-transactions.ts';

/** Creates an editor of businesses. */
export function businessEditor(database: Database, clock: Clock): BusinessEditor {
  const businesses = new BusinessesRepository(database);
  const environment = loadEnvironment({});
  return new BusinessEditor(
    editTransactions(database, clock),
    businesses,
    new CategoriesRepository(),
    new BusinessSlugs(businesses, environment),
    clock,
    environment,
  );
}
