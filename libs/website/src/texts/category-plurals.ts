const ENGLISH = new Set(
  (
    'accountant agency agent airport architect attorney bakery bank bar barber bookstore ' +
    'brewery butcher cafe cafeteria campground carpenter casino center church clinic club ' +
    'company contractor dealer dentist diner distillery distributor electrician establishment ' +
    'facility farm florist gallery garage gym hospital hotel inn jeweler laundry lawyer library ' +
    'locksmith lodge lounge maker manufacturer marina market mill motel museum nursery office ' +
    'optician outlet park pharmacy photographer plant plumber provider pub resort restaurant ' +
    'retailer roaster roofer salon school shop spa station stonemason store studio tailor ' +
    'tavern theater union university veterinarian wholesaler winery'
  ).split(' '),
);

const SPANISH = new Set(
  (
    'banco bar bodega cafetería carnicería carpintería cerrajería cervecería cine clínica ' +
    'cooperativa dentista electricista escuela espacio estudio ferretería floristería galería ' +
    'gasolinera gimnasio heladería hospital hotel iglesia imprenta joyería juguetería lavandería ' +
    'librería mueblería museo panadería peluquería pescadería quesería restaurante sastrería ' +
    'taller teatro tienda vivero zapatería óptica'
  ).split(' '),
);

/** Returns the plural of a category, such as "Bicycle shops". Unknown words stay as they are. */
export function englishPlural(name: string): string {
  const last = /[a-z]+$/i.exec(name)?.[0];
  if (!last || !ENGLISH.has(last.toLowerCase())) return name;
  if (/[^aeiou]y$/.test(last)) return `${name.slice(0, -1)}ies`;
  return name + (/(?:s|x|ch|sh)$/.test(last) ? 'es' : 's');
}

/** Returns the plural of a category, such as "Tiendas de ropa". Others stay as they are. */
export function spanishPlural(name: string): string {
  const [, first = '', rest = ''] = /^(\p{L}+)( de .+)?$/u.exec(name) ?? [];
  if (!SPANISH.has(first.toLowerCase())) return name;
  return first + ('aeiouáéíóú'.includes(first.at(-1)!.toLowerCase()) ? 's' : 'es') + rest;
}
