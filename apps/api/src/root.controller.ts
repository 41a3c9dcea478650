import { Controller, Get, Redirect } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/unknown-parameters.interceptor.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';

/** Whoever opens the origin in a browser is shown the documentation. */
@ApiExcludeController()
@IgnoresUnknownParameters()
@Public()
@Surface('page')
@Controller()
export class RootController {
  @Get()
  @Redirect('/docs')
  showDocumentation(): void {}
}
