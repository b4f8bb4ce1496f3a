class Middleware:
    pass
